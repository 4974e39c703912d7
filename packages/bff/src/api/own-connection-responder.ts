import { parseCookies } from '@counterfoil/service/http/cookies'
import type { Request, Response } from 'express'
import { type ConnectionRecord, isLiving } from '#connections/connection.ts'
import type { Connections } from '#connections/connections.ts'
import { BffError } from '#http/errors.ts'
import { parseConnectionId } from '#http/given-id.ts'
import type { DeviceMemory } from '#session/device-memory.ts'
import type { Exchange } from '#session/cookies-responder.ts'
import { sessionOf } from '#session/session-responder.ts'

/**
 * Returns the connection named in the address. A connection of somebody else is reported as not found.
 * @throws BffError `connection-not-found`
 */
export async function findOwnConnection(
  { connections }: { readonly connections: Pick<Connections, 'find'> },
  req: Request,
  res: Response,
): Promise<ConnectionRecord> {
  const { principalId } = sessionOf(res)
  const id = parseConnectionId(req.params['id'])
  const record = id === undefined ? undefined : await connections.find(id)
  if (record === undefined || record.principalId !== principalId) throw new BffError('connection-not-found')
  return record
}

/** Remembers the shown connection on the device, so that its person can come back to it. Skips a disconnected one. */
export function rememberShown(
  { device }: { readonly device: Pick<DeviceMemory, 'remember'> },
  { req, res }: Exchange,
  record: ConnectionRecord,
): void {
  if (!isLiving(record)) return
  const { id: connectionId, businessName } = record
  device.remember(res, parseCookies(req.headers.cookie), { connectionId, businessName })
}
