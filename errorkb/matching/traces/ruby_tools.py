"""Errors of one line, or a few, of Ruby's parser, RubyGems and Bundler."""

from errorkb.matching.traces.ruby_frames import CLASS
from errorkb.matching.traces.rules import rule

RULES = (
    rule("parser", ": syntax error, ",
         r"(?P<file>[^\s:'\"][^:\n]{0,400}?(?:\.(?:rb|rake|ru|erb|gemspec)|Gemfile|Rakefile)):"
         r"(?P<line>\d{1,7}):\ "
         r"(?P<message>syntax\ error,\ .*)", language="ruby"),
    # The cleaner may have taken the level.
    rule("gem, its class", "While executing gem ... (",
         rf"(?:ERROR:\s{{1,4}})?While\ executing\ gem\ \.\.\.\ \({CLASS}\)(?P<message>)", language="ruby",
         more=r"\s{3,80}\S"),
    rule("gem", (" valid gem ", "Error installing ", "Failed to build gem"),
         r"(?:ERROR:\s{1,4})?(?P<message>(?:Could\ not\ find\ a\ valid\ gem\ '|Error\ installing\ \S{1,100}:"
         r"|Failed\ to\ build\ gem\ native\ extension).*)", language="ruby", more=r"\s{4,80}\S"),
    rule("bundler, network", "Could not reach host ",
         r"(?P<message>Could\ not\ reach\ host\ \S.*)", language="ruby", more=r"again\.\s*\Z"),
    rule("bundler, missing", "Could not find ",
         r"(?P<message>Could\ not\ find\ (?:gem\ '|\S{1,100}-\d\S{0,40}\ in\ ).*)", language="ruby"),
    rule("bundler, conflict", "Bundler could not find compatible",
         r"(?P<message>Bundler\ could\ not\ find\ compatible\ versions.*)", language="ruby",
         after=r"\s{1,80}\S"),
    rule("bundler, install", "An error occurred while installing",
         r"(?P<message>An\ error\ occurred\ while\ installing\ \S.*)", language="ruby"),
    rule("bundler, version", "Your Ruby version is",
         r"(?P<message>Your\ Ruby\ version\ is\ .*)", language="ruby"),
)  # fmt: skip
