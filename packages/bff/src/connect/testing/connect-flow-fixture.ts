import type { BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffWorld, type BffWorld } from '@counterfoil/testkit/bff-world'
import { beforeEach } from 'vitest'

export const world = {} as BffWorld

/** Starts Redis, a provider, the BFF and a person before each test, and ends them after it. */
export function startJourneyWorld(): void {
  beforeEach(async () => {
    Object.assign(world, await startBffWorld())
    return world.close
  })
}

/** Starts an attempt and returns the callback address to which the provider redirects, without loading it. */
export async function callbackOf(person: BffPerson, fields: Record<string, string> = {}): Promise<string> {
  const answer = await person.start(fields, { stopAt: `${world.bff.url}/connect/callback` })
  if (answer.location === undefined) throw new Error(`no way back: ${answer.status} ${answer.url}`)
  return answer.location
}

/** The name of the cookie of the attempt that `person` has open, with `value`. */
export function attemptCookieOf(person: BffPerson, value: string): [name: string, value: string] {
  const [name = ''] = /[\w-]*counterfoil-attempt-[\w-]+/.exec(person.agent.cookies(world.bff.url)) ?? []
  return [name, value]
}
