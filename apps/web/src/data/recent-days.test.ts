import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { sampleBoot, sampleConnection, sampleDays, sampleSession, signedInSession } from '#testing/samples.ts'
import { bootDays, recentDaysKey } from './recent-days.ts'

const connection = sampleConnection()
const key = (at: string, zone: string) => JSON.stringify(recentDaysKey(connection, Date.parse(at), zone))

describe(recentDaysKey, () => {
  it('changes at midnight of the given time zone, not of the device or UTC', () => {
    const toronto = (at: string) => key(at, 'America/Toronto')
    expect(toronto('2026-11-21T04:59:00.000Z')).toBe(toronto('2026-11-20T05:00:00.000Z'))
    expect(toronto('2026-11-21T05:00:00.000Z')).not.toBe(toronto('2026-11-21T04:59:00.000Z'))
    const tokyo = (at: string) => key(at, 'Asia/Tokyo')
    expect(tokyo('2026-11-20T15:00:00.000Z')).not.toBe(tokyo('2026-11-20T14:59:00.000Z'))
  })

  it('differs from the other keys of a connection', () => {
    expect(recentDaysKey(connection, 0, 'UTC').slice(0, 2)).toEqual(['days', connection.id])
  })
})

describe(bootDays, () => {
  const recentDays = sampleDays()
  const other = sampleConnection({ id: asConnectionId('other') })
  const session = signedInSession([other, connection], { selectedConnectionId: connection.id })

  it('returns the days of the shown connection in the time zone of the person', () => {
    const boot = sampleBoot({ ...session, timeZone: 'America/Toronto' }, { recentDays })
    const nowMs = Date.parse(boot.now)
    expect(bootDays(boot)).toEqual({ key: recentDaysKey(connection, nowMs, 'America/Toronto'), recentDays })
    expect(bootDays(sampleBoot(session, { recentDays }))?.key).toEqual(
      recentDaysKey(connection, nowMs, 'UTC'),
    )
  })

  it('returns nothing if the page has no days or no connection is shown', () => {
    expect(bootDays(sampleBoot(session))).toBeUndefined()
    expect(bootDays(sampleBoot(sampleSession(), { recentDays }))).toBeUndefined()
  })
})
