"""The Model Context Protocol server: an agent asks a base about errors and reports what helped.

    tool ─► Tool.call: arguments ─► base ─► Answer, within its budget ─► text and structured result
    stdio: a client starts `errorkb mcp`        asks the base that the command's options name
    HTTP:  a client sends requests to /mcp      asks the base of its own process

Each tool is a module of ``tools``: what it takes, what it gives, and how one is made of the other. Nothing
there knows how it is reached. Both ways ask through the JSON API (``errorkb.client``), so that a tool says
what the API says. What entries and logs say is data: it stands in a fence that it cannot close, and a line
outside of the fence says so. Here ``import mcp`` is the protocol's SDK, as everywhere.
"""
