import { describe, expect, it } from 'vitest'
import { findSettingFaults } from './setting-faults.ts'
import { planStart, type Environment } from './start-settings.ts'

const settingsAtFault = (env: Environment): readonly string[] => {
  const { plan, faults } = planStart(env, '/here')
  return [...faults, ...findSettingFaults(env, plan)].map(({ setting }) => setting)
}

describe(findSettingFaults, () => {
  it('returns none for empty settings', () => {
    expect(settingsAtFault({})).toEqual([])
  })

  it('returns those of both services', () => {
    const env = { PROVIDER_ISS: 'maybe', BFF_SESSION_IDLE_MINUTES: 'long' }
    expect(settingsAtFault(env)).toEqual(['PROVIDER_ISS', 'BFF_SESSION_IDLE_MINUTES'])
  })

  it.each(['BFF_PORT', 'PROVIDER_PORT', 'BFF_PUBLIC_URL', 'PROVIDER_PUBLIC_URL'])(
    'names %s alone if its value is invalid',
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

  it('returns a fault of both services once', () => {
    expect(settingsAtFault({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual(['OTEL_EXPORTER_OTLP_PROTOCOL'])
  })

  it('returns a fault of the start itself', () => {
    expect(settingsAtFault({ COUNTERFOIL_SYSTEM_PACKAGES: 'yes' })).toEqual(['COUNTERFOIL_SYSTEM_PACKAGES'])
  })

  it('names the proxy settings of both services at once if both are reached by https', () => {
    const env = { BFF_PUBLIC_URL: 'https://app.example', PROVIDER_PUBLIC_URL: 'https://harbour.example' }
    expect(settingsAtFault(env)).toEqual(['PROVIDER_TRUSTED_PROXIES', 'BFF_TRUSTED_PROXIES'])
  })
})
