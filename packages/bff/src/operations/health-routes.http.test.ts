import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { until } from '@counterfoil/testkit/until'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { createHealthRoutes } from './health-routes.ts'

describe(createHealthRoutes, () => {
  let service: Listening
  let isStoreUp = true
  let isStopping = false
  let asked = 0
  let proofs = 0
  let held: Promise<void> | undefined
  beforeAll(async () => {
    const app = express()
    app.use((_req, _res, next) => {
      asked += 1
      next()
    })
    app.use(
      createHealthRoutes({
        proveReadable: async () => {
          proofs += 1
          await held
          if (!isStoreUp) throw new StoreUnavailableError('away')
        },
        isStopping: () => isStopping,
      }),
    )
    service = await listen(app, { host: '127.0.0.1', port: 0 })
  })
  afterAll(() => service.close(0))
  const status = async (path: string) => (await fetch(service.url + path)).status

  it('reports live and ready in normal operation', async () => {
    expect([await status('/health/live'), await status('/health/ready')]).toEqual([200, 200])
  })

  it('reports live and not ready while Redis is down', async () => {
    isStoreUp = false
    expect([await status('/health/live'), await status('/health/ready')]).toEqual([200, 503])
    isStoreUp = true
  })

  it('reports live and not ready while the process stops', async () => {
    isStopping = true
    expect([await status('/health/live'), await status('/health/ready')]).toEqual([200, 503])
    isStopping = false
  })

  it('checks Redis once for simultaneous requests, and again for later ones', async () => {
    const release = Promise.withResolvers<void>()
    held = release.promise
    ;[asked, proofs] = [0, 0]
    const answers = Array.from({ length: 20 }, () => status('/health/ready'))
    await until('all have asked', () => asked === 20)
    expect(proofs).toBe(1)
    release.resolve()
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
    held = undefined
    expect(await status('/health/ready')).toBe(200)
    expect(proofs).toBe(2)
  })
})
