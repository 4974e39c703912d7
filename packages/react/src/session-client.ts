import { BFF_PATHS, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { SessionState } from './connection-status.ts'

/** Reads the session below `base`; returns `unreachable` for any fault. */
export async function fetchSession(base: string): Promise<SessionState | 'unreachable'> {
  try {
    const response = await fetch(base + BFF_PATHS.session, {
      credentials: 'same-origin',
      headers: { accept: 'application/json', [REQUEST_HEADER]: '1' },
    })
    return response.ok ? ((await response.json()) as SessionState) : 'unreachable'
  } catch {
    return 'unreachable'
  }
}
