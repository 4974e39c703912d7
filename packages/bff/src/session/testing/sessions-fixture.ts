import type { BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffWorld, type BffWorld } from '@counterfoil/testkit/bff-world'
import { request } from 'undici'
import { beforeEach, expect } from 'vitest'

export const world = {} as BffWorld

/** Starts Redis, a provider, the BFF and a person before each test, and ends them after it. */
export function startSessionWorld(): void {
  beforeEach(async () => {
    Object.assign(world, await startBffWorld({}, { 'user-agent': FIREFOX }))
    return world.close
  })
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export const sessionKeys = () => world.store.keys('sess:*')

export async function openEvents(person: BffPerson, address = world.bff.url) {
  const controller = new AbortController()
  const answer = await request(`${address}/api/events`, {
    headers: {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      accept: 'text/event-stream',
      cookie: person.agent.cookies(world.bff.url),
    },
    signal: controller.signal,
  })
  expect(answer.headers['content-type']).toContain('text/event-stream')
  let text = ''
  let hasEnded = false
  answer.body.setEncoding('utf8')
  answer.body.on('data', (chunk: string) => (text += chunk))
  answer.body.on('close', () => (hasEnded = true))
  answer.body.on('error', () => undefined)
  return {
    count: () => text.split('event: session').length - 1,
    ended: () => hasEnded,
    close: () => controller.abort(),
  }
}
