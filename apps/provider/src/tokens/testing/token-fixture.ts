import { afterAll, beforeAll } from 'vitest'
import { startProvider, type ProviderFixture, type TestClient } from '#testing/provider-fixture.ts'

interface TokenWorld {
  provider: ProviderFixture
  client: TestClient
}

/** Resources shared by the tests of a file. */
export const world = {} as TokenWorld

/** Starts a provider with one application for the tests of a file. */
export function startTokenWorld(): void {
  beforeAll(async () => {
    world.provider = await startProvider()
    world.client = await world.provider.createClient()
  })
  afterAll(() => world.provider.close())
}

export const error = (answer: { json: Record<string, unknown> }) => answer.json['error']
