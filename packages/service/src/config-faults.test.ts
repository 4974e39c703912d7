import { describe, expect, it } from 'vitest'
import { ConfigError, readSettings, type SettingsReader } from './config-faults.ts'

describe(readSettings, () => {
  it('tells every fault at once, and never the value', () => {
    const settings = readSettings({ PORT: 'hunter2', URL: 'ftp://a', KEY: 'short', MODE: 'x', ON: 'yes' })
    settings.integer('PORT', { min: 0, max: 65_535 })
    settings.url('URL')
    settings.secret('KEY', 32)
    settings.oneOf('MODE', ['a', 'b'])
    settings.flag('ON', false)
    settings.text('MISSING')
    expect(() => settings.finish()).toThrow(ConfigError)
    try {
      settings.finish()
    } catch (error) {
      expect(error).toMatchObject({
        faults: ['PORT', 'URL', 'KEY', 'MODE', 'ON', 'MISSING'].map((setting) => ({ setting })),
      })
      expect(String(error)).not.toMatch(/hunter2|short|ftp/)
    }
  })

  it('takes both ends of a range and nothing beyond', () => {
    const read = (PORT: string) => {
      const settings = readSettings({ PORT })
      settings.integer('PORT', { min: 0, max: 65_535 })
      settings.finish()
    }
    expect(() => read('0')).not.toThrow()
    expect(() => read('65535')).not.toThrow()
    for (const port of ['-1', '65536', '1.5', '1e3', '0x10', ' '])
      expect(() => read(port)).toThrow(ConfigError)
  })

  it('counts an empty value as not set', () => {
    const settings = readSettings({ NAME: '  ' })
    expect(settings.text('NAME', 'Harbour')).toBe('Harbour')
    expect(settings.optionalText('NAME')).toBeUndefined()
    settings.finish()
  })

  it('drops trailing slashes of an address', () => {
    expect(readSettings({ U: 'http://a.example/x//' }).url('U')).toBe('http://a.example/x')
  })

  it.each([
    ['APP_LOG_LEVL', 'is no setting; is APP_LOG_LEVEL meant?'],
    ['APP_LEVEL_OF_LOG', 'is no setting'],
  ])('tells a setting that nobody asked for: %s', (setting, message) => {
    const settings = readSettings({ [setting]: 'hunter2' })
    settings.text('APP_LOG_LEVEL', 'info')
    expect(findFaults(settings)).toEqual([{ setting, message }])
  })

  it.each([
    [
      { DATABASE_ULR: 'hunter2' },
      [{ setting: 'DATABASE_ULR', message: 'is no setting; is DATABASE_URL meant?' }],
    ],
    [
      { DATABASE_URI: 'hunter2' },
      [{ setting: 'DATABASE_URI', message: 'is no setting; is DATABASE_URL meant?' }],
    ],
    [{ DATABASE_ULR: 'of another program', DATABASE_URL: 'postgres://a' }, []],
    [{ DATABASE_ULR: ' ', DATABASE_HOST: 'a', database_ulr: 'a' }, []],
    [{ OTEL_BLRP_SCHEDULE_DELAY: '1' }, []],
  ])('tells a slip of the pen beside the family, where what was meant is not set: %j', (env, faults) => {
    const settings = readSettings(env)
    settings.optionalText('DATABASE_URL')
    settings.optionalText('OTEL_BSP_SCHEDULE_DELAY')
    expect(findFaults(settings)).toEqual(faults)
  })

  it('has nothing against names of others, empty ones, and what Kubernetes sets for a service of our name', () => {
    const settings = readSettings({
      OTHER_LOG_LEVL: 'info',
      APP_LOG_LEVL: ' ',
      app_log_levl: 'info',
      APP_SERVICE_HOST: '10.0.0.1',
      APP_SERVICE_PORT_HTTP: '3000',
      APP_PORT_3000_TCP_ADDR: '10.0.0.1',
    })
    settings.text('APP_LOG_LEVEL', 'info')
    expect(findFaults(settings)).toEqual([])
  })
})

function findFaults(settings: SettingsReader) {
  try {
    settings.finish('APP_')
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}
