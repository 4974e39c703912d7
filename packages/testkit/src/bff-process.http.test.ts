import { expect, it } from 'vitest'
import { startBffProcess } from './bff-process.ts'

it('a BFF that ends before it listens fails the start with its output', async () => {
  await expect(startBffProcess({})).rejects.toThrow(/did not start:[\s\S]*BFF_SESSION_SECRETS/)
})
