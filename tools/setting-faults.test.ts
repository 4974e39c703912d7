import { describe, expect, it } from 'vitest'
import { findSettingFaults } from './setting-faults.ts'
import { planStart, type Environment } from './start-settings.ts'

const settingsAtFault = (env: Environment): readonly string[] => {
  const { plan, faults } = planStart(env, '/here')
  return [...faults, ...findSettingFaults(env, plan)].map(({ setting }) => setting)
}

describe(findSettingFaults, () => {
  it('finds none in what needs no settings at all', () => {
    expect(settingsAtFault({})).toEqual([])
  })

  it('finds those of both services', () => {
    const env = { PROVIDER_ISS: 'maybe', BFF_SESSION_IDLE_MINUTES: 'long' }
    expect(settingsAtFault(env)).toEqual(['PROVIDER_ISS', 'BFF_SESSION_IDLE_MINUTES'])
  })

  it.each(['BFF_PORT', 'PROVIDER_PORT', 'BFF_PUBLIC_URL', 'PROVIDER_PUBLIC_URL'])(
    'blames %s alone when its value is nonsense',
    (setting) => {
      expect(settingsAtFault({ [setting]: 'nonsense' })).toEqual([setting])
    },
  )

  it.each(['BFF_PUBLIC_URL', 'PROVIDER_PUBLIC_URL'])(
    'refuses a %s that is more than an origin',
    (setting) => {
      expect(settingsAtFault({ [setting]: 'http://localhost:3100/app' })).toEqual([setting])
    },
  )

  it('says once what both services have to say', () => {
    expect(settingsAtFault({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual(['OTEL_EXPORTER_OTLP_PROTOCOL'])
  })

  it('finds a setting of the start itself', () => {
    expect(settingsAtFault({ COUNTERFOIL_SYSTEM_PACKAGES: 'yes' })).toEqual(['COUNTERFOIL_SYSTEM_PACKAGES'])
  })

  it('asks both services for their proxies at once when both are reached by https', () => {
    const env = { BFF_PUBLIC_URL: 'https://app.example', PROVIDER_PUBLIC_URL: 'https://harbour.example' }
    expect(settingsAtFault(env)).toEqual(['PROVIDER_TRUSTED_PROXIES', 'BFF_TRUSTED_PROXIES'])
  })
})
