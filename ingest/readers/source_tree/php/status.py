"""The statuses of HTTP that code names: constants, and classes that are one status each."""

from tree_sitter import Node

from ingest.readers.source_tree.grammar import text

#: The statuses that frameworks name, as `Response::HTTP_NOT_FOUND`.
_CONSTANTS = {
    "BAD_REQUEST": 400,
    "UNAUTHORIZED": 401,
    "PAYMENT_REQUIRED": 402,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "NOT_ACCEPTABLE": 406,
    "CONFLICT": 409,
    "GONE": 410,
    "UNPROCESSABLE_ENTITY": 422,
    "TOO_MANY_REQUESTS": 429,
    "INTERNAL_SERVER_ERROR": 500,
    "NOT_IMPLEMENTED": 501,
    "BAD_GATEWAY": 502,
    "SERVICE_UNAVAILABLE": 503,
}
#: The classes of Symfony that are one status each.
STATUS_CLASSES = {
    "BadRequestHttpException": 400,
    "UnauthorizedHttpException": 401,
    "AccessDeniedHttpException": 403,
    "NotFoundHttpException": 404,
    "MethodNotAllowedHttpException": 405,
    "NotAcceptableHttpException": 406,
    "ConflictHttpException": 409,
    "GoneHttpException": 410,
    "LengthRequiredHttpException": 411,
    "PreconditionFailedHttpException": 412,
    "UnsupportedMediaTypeHttpException": 415,
    "UnprocessableEntityHttpException": 422,
    "PreconditionRequiredHttpException": 428,
    "TooManyRequestsHttpException": 429,
    "ServiceUnavailableHttpException": 503,
}


def status_of(node: Node) -> int | None:
    """The status that a constant names."""
    if node.type != "class_constant_access_expression" or node.named_child_count != 2:
        return None
    return _CONSTANTS.get(text(node.named_children[1]).removeprefix("HTTP_"))
