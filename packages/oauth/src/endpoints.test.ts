import { expect, it } from 'vitest'
import { METADATA_PATH, RESOURCE_METADATA_PATH } from './endpoints.ts'

it('metadata is at the paths of RFC 8414 and RFC 9728', () => {
  expect(METADATA_PATH).toBe('/.well-known/oauth-authorization-server')
  expect(RESOURCE_METADATA_PATH).toBe('/.well-known/oauth-protected-resource')
})
