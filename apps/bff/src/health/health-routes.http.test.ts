import { listen, type Listening } from '@counterfoil/service/listen-and-stop'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { createHealthRoutes } from './health-routes.ts'

describe(createHealthRoutes, () => {
  let service: Listening
  let isStoreUp = true
  let isStopping = false
  beforeAll(async () => {
    const app = express()
    app.use(
      createHealthRoutes({
        proveStore: async () => {
          if (!isStoreUp) throw new StoreUnavailableError('away')
        },
        isStopping: () => isStopping,
      }),
    )
    service = await listen(app, { host: '127.0.0.1', port: 0 })
  })
  afterAll(() => service.close(0))
  const status = async (path: string) => (await fetch(service.url + path)).status

  it('is live and ready while all is well', async () => {
    expect([await status('/health/live'), await status('/health/ready')]).toEqual([200, 200])
  })

  it('is live and not ready while the store is down', async () => {
    isStoreUp = false
    expect([await status('/health/live'), await status('/health/ready')]).toEqual([200, 503])
    isStoreUp = true
  })

  it('is live and not ready once it is stopping', async () => {
    isStopping = true
    expect([await status('/health/live'), await status('/health/ready')]).toEqual([200, 503])
    isStopping = false
  })
})
