import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BrowserReport } from './browser-report-routes.ts'
import { createBrowserReportRoutes } from './browser-report-routes.ts'

describe('POST /reports', () => {
  let service: Listening
  let counted: BrowserReport[]
  let nowMs: number
  beforeEach(async () => {
    counted = []
    nowMs = 0
    const app = express()
    app.use(
      createBrowserReportRoutes({ clock: () => nowMs, onReport: (report) => void counted.push(report) }),
    )
    service = await listen(app, { host: '127.0.0.1', port: 0 })
  })
  afterEach(() => service.close(0))

  const send = async (headers: Record<string, string> = {}, at = 'index.js:1:1') => {
    const body = JSON.stringify({ name: 'TypeError', at: [at] })
    const all = { 'content-type': 'application/json', ...headers }
    return (await fetch(`${service.url}/reports`, { method: 'POST', headers: all, body })).status
  }

  it('counts 30 reports per address and minute, and answers all requests alike', async () => {
    const statuses = []
    for (let sent = 0; sent < 31; sent += 1) statuses.push(await send())
    expect(new Set(statuses)).toEqual(new Set([204]))
    expect(counted).toHaveLength(30)
    nowMs = 60_000
    await send()
    expect(counted).toHaveLength(31)
  })

  it('ignores reports of other sites and reports that are too long', async () => {
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe(204)
    expect(await send({}, 'x'.repeat(9_000))).toBe(204)
    expect(counted).toEqual([])
  })
})
