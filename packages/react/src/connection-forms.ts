import { CONNECT_FORM_FIELDS } from '@counterfoil/bff-api/connect-form'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import type { ConnectionStatus, SessionState } from './connection-status.ts'

/** A form to post: its address and its fields. */
interface ConnectionForm {
  readonly action: string
  readonly fields: Readonly<Record<string, string | undefined>>
}

export type FormPurpose = 'connect' | 'reconnect' | 'disconnect'

/**
 * Returns the form for one purpose; undefined while it cannot be sent: the session has not been read, or there is no connection to
 * reconnect or to end.
 */
export function connectionForm(
  purpose: FormPurpose,
  about: {
    readonly base: string
    readonly session: SessionState | undefined
    readonly status: ConnectionStatus
    /** The path of the app to which the person returns. */
    readonly returnTo: string
  },
): ConnectionForm | undefined {
  const { base, session, status, returnTo } = about
  if (session === undefined) return undefined
  const common = { [CONNECT_FORM_FIELDS.csrf]: session.csrfToken, [CONNECT_FORM_FIELDS.returnTo]: returnTo }
  if (purpose === 'connect')
    return {
      action: base + BFF_PATHS.connectStart,
      fields: { ...common, [CONNECT_FORM_FIELDS.intent]: purpose },
    }
  if (!('connectionId' in status)) return undefined
  const fields = { ...common, [CONNECT_FORM_FIELDS.connectionId]: status.connectionId }
  return purpose === 'reconnect'
    ? { action: base + BFF_PATHS.connectStart, fields: { ...fields, [CONNECT_FORM_FIELDS.intent]: purpose } }
    : { action: base + BFF_PATHS.disconnectForm, fields }
}
