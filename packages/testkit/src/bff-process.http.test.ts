import { expect, it } from 'vitest'
import { startBffProcess } from './bff-process.ts'

it('a BFF that ends before it listens is not waited for: what it said is the fault', async () => {
  await expect(startBffProcess({})).rejects.toThrow(/did not start:[\s\S]*BFF_SESSION_SECRETS/)
})
