import type { PageCheck } from './check.ts'

/** The application must exist. Without it there is nobody to send an error to. (RFC 6749 section 4.1.2.1) */
export const checkApplication: PageCheck = ({ request, application }) => {
  if (request.repeated.includes('client_id')) {
    return { reason: 'client_id_repeated', detail: 'client_id was sent more than once' }
  }
  if (request.parameters.client_id === undefined)
    return { reason: 'client_id_missing', detail: 'client_id is missing' }
  if (application === undefined)
    return { reason: 'client_unknown', detail: 'no application has this client_id' }
  return undefined
}
