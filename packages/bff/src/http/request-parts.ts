import type { z } from 'zod'
import { BffError } from './errors.ts'

/** Reads a body that was parsed as JSON. @throws BffError `bad-request`, which contains no value of the body */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (!parsed.success)
    throw new BffError('bad-request', { log: { field: parsed.error.issues[0]?.path.join('.') } })
  return parsed.data
}

/** Returns the query of a request, repeated names included. Never throws, however the address is formed. */
export function readQuery(req: { readonly originalUrl: string }): URLSearchParams {
  const mark = req.originalUrl.indexOf('?')
  return new URLSearchParams(mark < 0 ? '' : req.originalUrl.slice(mark + 1))
}
