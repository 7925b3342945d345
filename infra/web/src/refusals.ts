import { awayRefusals, declareRefusals, requestRefusals, writeRefusals } from '@tessera/kernel';

/** What the edge refuses before a service sees the request. */
export const { list, forbidden, invalid, notFound, rejection } = declareRefusals({
  ...requestRefusals,
  'plan.blocked': ['unpaid', 'The plan of this organization is blocked. Whoever manages the plan can reactivate it.'],
  'plan.feature': ['forbidden', 'Talk to an administrator user in your organization to upgrade your plan.'],
  'request.overloaded': awayRefusals['request.overloaded'],
  'request.aborted': ['invalid', 'The request ended before its body did.'],
  'request.content_type': ['invalid', 'The body must be JSON, with content-type: application/json.'],
  'request.cursor': ['invalid', 'The cursor does not belong to this list.'],
  'request.foreign_origin': ['forbidden', 'This request did not come from a page of this workspace.'],
  'request.idempotency_key': ['invalid', 'An idempotency key is 1 to 200 visible ASCII characters.'],
  'request.if_match': ['invalid', 'If-Match takes one ETag, as it was answered.'],
  'request.not_utf8': ['invalid', 'The request is not valid UTF-8 text.'],
  'request.too_deep': ['invalid', 'The body nests too deep.'],
  'request.too_many': ['limited', 'Too many requests of yours are under way. Try again in a second.'],
  'request.too_slow': ['timeout', 'The request came too slowly and was not waited for any longer.'],
  'route.method': ['invalid', 'This address does not take this method.'],
  'route.not_found': ['not_found', 'There is nothing at this address.'],
  'second_factor.required': ['forbidden', 'Your organization asks for two-step login. Set it up, then go on.'],
  'session.required': ['forbidden', 'Only a signed-in person may do this.'],
  'view_as.read_only': writeRefusals['view_as.read_only'],
});
