"""An MCP client that speaks over the standard streams of a server it starts: a JSON message a line."""

import json
import queue
import subprocess
import threading

SECONDS = 60


class McpClient:
    """A session with a server, which ends with the block."""

    def __init__(self, words, environment, log):
        self._log = log.open("w+")
        self._process = subprocess.Popen(
            words, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout
        self._answers: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self._number = 0

    def __enter__(self):
        told = {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "tests", "version": "1"},
        }
        self.server = self._ask("initialize", told)["serverInfo"]
        self._send({"method": "notifications/initialized"})
        return self

    def __exit__(self, *_):
        self._to.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._from.close()
        self._log.close()

    def tools(self):
        return [tool["name"] for tool in self._ask("tools/list", {})["tools"]]

    def call(self, name, **arguments):
        """The texts that a tool answers; a failed tool fails the test."""
        result = self._ask("tools/call", {"name": name, "arguments": arguments})
        texts = [part["text"] for part in result["content"]]
        assert not result.get("isError"), texts
        return texts

    def _ask(self, method, parameters):
        self._number += 1
        self._send({"id": self._number, "method": method, "params": parameters})
        while True:
            answer = json.loads(self._answers.get(timeout=SECONDS))
            if answer.get("id") == self._number:
                assert "result" in answer, answer
                return answer["result"]

    def _send(self, message):
        self._to.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._to.flush()

    def _read(self):
        for line in self._from:
            self._answers.put(line)
