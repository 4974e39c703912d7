import { expect, it } from 'vitest'
import { METADATA_PATH, RESOURCE_METADATA_PATH } from './endpoints.ts'

it('metadata lies where RFC 8414 and RFC 9728 say', () => {
  expect(METADATA_PATH).toBe('/.well-known/oauth-authorization-server')
  expect(RESOURCE_METADATA_PATH).toBe('/.well-known/oauth-protected-resource')
})
