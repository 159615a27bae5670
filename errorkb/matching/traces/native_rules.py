"""Native errors of one line: assertions, aborts of the C library, signals, loaders, CUDA."""

from errorkb.matching.traces.rules import rule

_PLACE = r"(?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]{0,400}):(?P<line>\d{1,7})"
_QUOTED = r"[`'\u2018\"].{1,2000}['`\u2019\"]"
# int ns::A::f(int) const [with T = int]: the name is enough.
_FUNCTION = r"(?:[^\n(]{0,200}[\s*&])?(?P<function>[^\s(]{1,200})(?:\([^\n]{0,600}?)?"
#: Words that begin what the C library says about a broken heap or stack.
_BROKEN = (
    r"(?:double\ free\ or\ corruption|free\(\):\ |malloc\(\):\ |malloc_consolidate\(\):\ "
    r"|munmap_chunk\(\):\ |realloc\(\):\ "
    r"|corrupted\ (?:size\ vs|double-linked)|stack\ smashing\ detected|buffer\ overflow\ detected"
    r"|sysmalloc:\ )"
)
#: What stands in each of these.
_BROKEN_WORDS = (
    "double free or corruption", "free(): ", "malloc(): ", "malloc_consolidate(): ", "munmap_chunk(): ",
    "corrupted size vs", "corrupted double-linked", "stack smashing detected", "buffer overflow detected",
    "realloc(): ", "sysmalloc: ",
)  # fmt: skip
_SEGMENTATION_WORDS = (
    "Speicherzugriffsfehler", "Erreur de segmentation", "de segmento", "Falha de segmentação",
    "Errore di segmentazione", "Ошибка сегментирования", "段错误", "セグメンテーション違反です",
    "Naruszenie ochrony pamięci",
)  # fmt: skip

RULES = (
    # Every thread of a kernel says the same, so the lines that repeat it belong to the first one.
    rule("cuda assertion", "Assertion",
         rf"{_PLACE}:\ (?P<message>[^\n]{{0,600}}?:\ block:\ \[[\d,]{{5,40}}\],\ thread:\ "
         rf"\[[\d,]{{5,40}}\]\ Assertion\ {_QUOTED}\ failed\.?)",
         language="cuda", after=
             r"\s{0,80}\S[^\n]{0,1000}:\ block:\ \[[\d,]{5,40}\],\ thread:\ \[[\d,]{5,40}\]\ Assertion\ "),
    # a.out: a.c:5: main: Assertion `x > 0' failed.
    rule("glibc assertion", "Assertion",
         rf"(?:[^\s:]{{1,200}}:\ )?{_PLACE}:\ (?:{_FUNCTION}:\ )?"
         rf"(?P<message>Assertion\ {_QUOTED}\ failed\.?)",
         language="c", after=r"\s{0,80}(?:Aborted|Abort\ trap)"),
    # Assertion failed: (x > 0), function main, file a.c, line 5.
    rule("other assertions", "Assertion failed: ",
         r"(?P<message>Assertion\ failed:\ [^\n]{1,1000}?)(?:,\ function\ (?P<function>[^\n,]{1,300}))?"
         r",\ file\ (?P<file>[^\n]{1,400}?),\ line\ (?P<line>\d{1,7})\.?\s*\Z",
         language="c", after=r"\s{0,80}(?:Aborted|Abort\ trap)"),
    rule("musl assertion", "Assertion failed: ",
         r"(?P<message>Assertion\ failed:\ [^\n]{1,1000}?)\ \((?P<file>[^\n:()]{1,400}):\ "
         r"(?P<function>[^\n:]{1,300}):\ (?P<line>\d{1,7})\)\s*\Z",
         language="c", after=r"\s{0,80}(?:Aborted|Abort\ trap)"),
    rule("heap", _BROKEN_WORDS,
         rf"(?:\*\*\*\ )?(?:(?:glibc\ detected\ \*\*\*\ "
         rf"|Error\ in\ )\S{{1,300}}:\ )?(?P<message>{_BROKEN}.*?)(?::\ 0x[0-9a-f]{{4,16}})?"
         rf"(?:\ \*\*\*)?\s*\Z",
         language="c", after=r"\s{0,80}(?:Aborted|Abort\ trap)"),
    rule("stars", "*** ",
         rf"\*\*\*\ (?P<message>{_BROKEN}\ ?\*\*\*:\ .*)", language="c",
         after=r"\s{0,80}(?:Aborted|Abort\ trap)"),
    rule("stars, word", " detected ***",
         r"\*\*\*\ (?P<message>\S[^\n]{1,200}\ detected\ \*\*\*:\ .*)", language="c",
         after=r"\s{0,80}(?:Aborted|Abort\ trap)"),
    rule("heap, one word", "double free or corruption",
         r"(?P<message>double\ free\ or\ corruption\s?\(\S{1,20}\))", language="c",
         after=r"\s{0,80}(?:Aborted|Abort\ trap)"),
    rule("pure virtual", "pure virtual method called",
         r"(?:\S{1,80}:\ )?(?P<message>[Pp]ure\ virtual\ method\ called)", language="c++",
         after=r"\s{0,80}(?:terminate\ called|Aborted|Abort\ trap)"),
    rule("terminate", "terminate called ",
         r"(?P<message>terminate\ called\ (?:without\ an\ active\ exception|recursively))", language="c++",
         after=r"\s{0,80}(?:Aborted|Abort\ trap)"),
    # (app:12): Gtk-CRITICAL **: 10:00:00.000: …
    rule("glib", " **: ",
         r"(?:\([^()\n]{1,80}:\d{1,9}\):\ )?[\w-]{1,40}-(?:CRITICAL"
         r"|ERROR)\ \*\*:\ (?:\d\d:\d\d:\d\d\.\d{1,6}:\ )?"
         r"(?P<message>\S.*)", language="c"),
    rule("qt", "ASSERT",
         r"ASSERT(?:\ failure\ in\ (?P<function>[^\n:]{1,200}))?:\ (?P<message>\"[^\"\n]{1,600}\")(?:\ in"
         r"|,)\ file\ "
         r"(?P<file>[^\n]{1,400}?),\ line\ (?P<line>\d{1,7})", language="c++"),
    # prog[123]: segfault at 0 ip … error 4 in libc.so
    rule("kernel", "segfault at",
         r"(?:\[\s{0,9}[\d.]{1,20}\]\ )?(?:traps:\ )?(?:\S{1,80}\[\d{1,9}\]:?\ )?"
         r"(?P<message>segfault\ at\ [0-9a-fx]{1,18}\ .*)", language="c",
         code="SIGSEGV"),
    rule("segmentation fault", "egmentation fault",
         r"(?:(?:\S{1,200}:\ )?line\ \d{1,7}:\ {1,9}\d{1,9}\ "
         r"|\[\d{1,3}\]\ {1,9}(?:[+-]\ )?(?:\d{1,9}\ )?\s{0,9}|zsh:\ |\S{1,60}:\ )?"
         r"(?P<message>[Ss]egmentation\ fault(?:\ {0,9}\(core\ dumped\))?)(?:\s{2,80}\S.*)?\s*\Z",
         language="c", code="SIGSEGV"),
    rule("segmentation fault, localised", _SEGMENTATION_WORDS,
         r"(?P<message>(?:Speicherzugriffsfehler|Erreur\ de\ segmentation|Violaci[oó]n\ de\ segmento"
         r"|Falha\ de\ segmentação|Errore\ di\ segmentazione"
         r"|Ошибка\ сегментирования|段错误"
         r"|セグメンテーション違反です|Naruszenie\ ochrony\ pamięci)\s?\(.{1,60}\))\s*\Z",
         language="c", code="SIGSEGV"),
    rule("other signals", "(core dumped)",
         r"(?:(?:\S{1,200}:\ )?line\ \d{1,7}:\ {1,9}\d{1,9}\ )?"
         r"(?P<message>(?:Aborted|Bus\ error|Illegal\ instruction|Floating\ point\ exception"
         r"|Trace/breakpoint\ trap)\s{0,20}\(core\ dumped\))",
         language="c"),
    rule("shared library", "error while loading shared libraries: ",
         r"(?:\S{1,300}:\ )?error\ while\ loading\ shared\ libraries:\ (?P<message>\S.*)", language="c"),
    rule("symbol", "symbol lookup error: ",
         r"(?:\S{1,300}:\ )?symbol\ lookup\ error:\ (?P<message>\S.*)", language="c"),
    rule("symbol version", "not found (required by",
         r"(?:\S{1,300}:\ )?(?:\S{1,300}:\ )?(?P<message>version\ [`'\u2018]\S{1,80}['\u2019]\ not\ found\ "
         r"\(required\ by\ .*)", language="c"),
    rule("dyld", "dyld",
         r"dyld(?:\[\d{1,9}\])?:\ (?P<message>(?:Library\ not\ loaded|Symbol\ not\ found"
         r"|lazy\ symbol\ binding\ failed):?\ .*)",
         language="c", after=r"\s{1,80}(?:Referenced\ from|Reason|Expected\ in)"),
    # #  SIGSEGV (0xb) at pc=0x00007f, pid=1, tid=2: what the JVM says of native code that failed
    rule("hotspot", " at pc=0x",
         r"(?:\#\s{1,4})?(?P<message>(?P<code>SIG[A-Z]{2,6}|EXCEPTION_\w{3,40})\ "
         r"\(0x[0-9a-f]{1,8}\)\ at\ pc=.*)",
         language="jvm"),
    # Fatal error: Index out of range: file A.swift, line 3, and A.swift:3: Fatal error: Index out of range
    rule("swift", ".swift:",
         r"(?:(?P<file>[^\s:][^:\n]{0,300}\.swift):(?P<line>\d{1,7}):\ )"
         r"(?:Fatal\ error|Precondition\ failed|Assertion\ failed):\ (?P<message>\S.*)", language="swift"),
    rule("swift, place behind", ".swift, line ",
         r"(?:[^\n]{0,100}?\ )?(?:[Ff]atal\ error|Precondition\ failed|Assertion\ failed):\ "
         r"(?P<message>\S[^\n]{0,1000}?):\ file\ (?P<file>[^\n]{1,300}?\.swift),\ line\ (?P<line>\d{1,7})",
         language="swift"),
    rule("objective-c", "due to uncaught exception '",
         r"(?:\*\*\*\ )?Terminating\ app\ due\ to\ uncaught\ exception\ '(?P<class>[\w.]{1,100})',\ "
         r"reason:\ '(?P<message>.*?)'?\s*\Z",
         language="objective-c",
         after=r"\*\*\*\ First\ throw|\(\s*\Z|\s{0,8}(?:\d{1,3}\s{2,}\S|0x[0-9a-f]{6})"),
    # CUDA error at a.cu:12 code=700(cudaErrorIllegalAddress) "cudaMalloc(…)"
    rule("cuda samples", "CUDA error at ",
         rf"(?P<message>CUDA\ error\ at\ {_PLACE}\ code=(?:\d{{1,5}})\((?P<code>\w{{1,60}})\).*)",
         language="cuda"),
    rule("cuda", "CUDA",
         r"(?:\S{1,60}:\ )?(?P<message>(?:CUDA|CUDNN|cuDNN|CUBLAS|cuBLAS|NVRTC|CUFFT)\ (?:driver\ "
         r"|runtime\ )?error\b[^\n]{0,10}[:=]\ ?.*)",
         language="cuda"),
    rule("gpu assert", "GPUassert: ",
         r"(?P<message>GPUassert:\ [^\n]{1,400}?)\ (?P<file>\S{1,300}\.\w{1,4})\ (?P<line>\d{1,7})\s*\Z",
         language="cuda"),
    rule("nvcc", (" fatal ",),
         r"(?:nvcc|ptxas|nvlink|fatbinary|cicc)\ fatal\ {1,4}:\ (?P<message>\S.*)", language="cuda"),
    rule("ptxas", ("ptxas", "nvlink"),
         r"(?:ptxas|nvlink)\ (?:[^\n]{1,300};\ )?error\ {1,4}:\ (?P<message>\S.*)", language="cuda"),
    # host:12:34 [0] misc/socket.cc:45 NCCL WARN Call to connect failed
    rule("nccl", "NCCL WARN ",
         r"(?:[^\n]{0,120}?\[\d{1,3}\]\ )?(?:(?P<file>\S{1,200}\.(?:cc|cu"
         r"|h)):(?P<line>\d{1,7})\ )?NCCL\ WARN\ (?P<message>\S.*)",
         language="cuda"),
    rule("nccl failure", "NCCL",
         r"(?:[^\n]{0,200}:\ )?(?:Test\ )?(?P<message>NCCL\ (?:failure|error)\b.*)", language="cuda"),
)  # fmt: skip
