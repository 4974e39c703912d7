import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSocketGate, type SocketGate } from './socket-gate.ts'
import { until } from './until.ts'

describe(createSocketGate, () => {
  const server = createServer((_req, res) => void res.end('here'))
  let gate: SocketGate
  beforeAll(async () => {
    gate = await createSocketGate()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    gate.leadTo((server.address() as AddressInfo).port)
  })
  afterAll(async () => {
    await gate.close()
    server.close()
    server.closeAllConnections()
  })
  const ask = async (): Promise<string> => (await fetch(`http://127.0.0.1:${gate.port}`)).text()

  it('passes everything while it is open', async () => {
    expect(await ask()).toBe('here')
  })

  it('refuses connections while it is shut, and accepts them at the same address afterwards', async () => {
    await gate.shut()
    await expect(ask()).rejects.toThrow()
    gate.open()
    expect(await until('the gate is open again', ask)).toBe('here')
  })

  it('holds a call while it is silent and delivers the answer afterwards', async () => {
    gate.silence()
    const answer = ask()
    const state = await Promise.race([
      answer,
      new Promise((resolve) => setImmediate(() => resolve('waiting'))),
    ])
    expect(state).toBe('waiting')
    gate.open()
    expect(await answer).toBe('here')
  })
})
