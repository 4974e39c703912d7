import type { SessionState } from '../connection-status.ts'

export const CONNECTION: SessionState['connections'][number] = {
  ...{ id: 'c1', state: 'connected', reason: null, businessId: 'b1', businessName: 'Northwind' },
}

/** Returns a session with one connection; if it is null, nobody is signed in. */
export function sampleSession(connection: Partial<typeof CONNECTION> | null = {}): SessionState {
  return {
    person: connection === null ? null : {},
    connections: connection === null ? [] : [{ ...CONNECTION, ...connection }],
    selectedConnectionId: connection === null ? null : 'c1',
    openAttempt: null,
    csrfToken: 'token-of-this-browser',
  }
}
