import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { PortTakenError, listen } from './listen-and-stop.ts'

describe(listen, () => {
  it('says which port is taken', async () => {
    const first = await listen((_req, res) => res.end(), { host: '127.0.0.1', port: 0 })
    const second = listen((_req, res) => res.end(), { host: '127.0.0.1', port: first.port })
    await expect(second).rejects.toThrow(PortTakenError)
    await expect(second).rejects.toThrow(String(first.port))
    await first.close()
  })

  it('lets an answer in flight finish before it closes', async () => {
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const service = await listen(
      async (_req, res) => {
        noteAsked()
        await released
        res.end('whole')
      },
      { host: '127.0.0.1', port: 0 },
    )
    const answer = fetch(service.url)
    await asked
    const closed = service.close()
    release()
    expect(await (await answer).text()).toBe('whole')
    await closed
  })

  it('cuts what is still open after the grace', async () => {
    const service = await listen(() => {}, { host: '127.0.0.1', port: 0 })
    const answer = fetch(service.url).then(
      () => 'answered',
      () => 'cut',
    )
    await once(service.server, 'request')
    await service.close(0)
    expect(await answer).toBe('cut')
  })
})
