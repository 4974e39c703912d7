import { describe, expect, it } from 'vitest'
import { ConfigError, readSettings, type SettingsReader } from './config-faults.ts'
import { testSecret } from '../testing/test-secret.ts'

describe(readSettings, () => {
  it('reports every fault at once, and never the value', () => {
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

  it('accepts both ends of a range and nothing beyond', () => {
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

  it('treats an empty value as not set', () => {
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
  ])('reports an unknown setting: %s', (setting, message) => {
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
  ])('reports a misspelled setting outside the family if the correct one is not set: %j', (env, faults) => {
    const settings = readSettings(env)
    settings.optionalText('DATABASE_URL')
    settings.optionalText('OTEL_BSP_SCHEDULE_DELAY')
    expect(findFaults(settings)).toEqual(faults)
  })

  it('ignores settings of other programs, empty ones, and those that Kubernetes sets for a service of our name', () => {
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

/** Returns the value of `A` and its faults. */
function readA<Value>(value: string | undefined, read: (settings: SettingsReader) => Value) {
  const settings = readSettings({ A: value })
  return { value: read(settings), faults: settings.faults().map(({ message }) => message) }
}

describe('the fault of a setting', () => {
  const REQUIRED = ['is required']

  it('reports a missing required setting and continues with a harmless value', () => {
    const missing = <Value>(read: (settings: SettingsReader) => Value) => readA(undefined, read)
    expect(missing((settings) => settings.text('A'))).toEqual({ value: '', faults: REQUIRED })
    expect(missing((settings) => settings.secret('A', 4))).toEqual({ value: '', faults: REQUIRED })
    expect(missing((settings) => settings.secrets('A', 4))).toEqual({ value: [''], faults: REQUIRED })
    expect(missing((settings) => settings.url('A'))).toEqual({ value: '', faults: REQUIRED })
    expect(missing((settings) => settings.integer('A', { min: 3, max: 5 }))).toEqual({
      ...{ value: 3, faults: REQUIRED },
    })
    expect(missing((settings) => settings.oneOf('A', ['x', 'y']))).toEqual({ value: 'x', faults: REQUIRED })
  })

  it('is absent if there is a fallback or the setting is optional', () => {
    const missing = (read: (settings: SettingsReader) => unknown) => readA(undefined, read)
    const rightly = (value: unknown) => ({ value, faults: [] })
    expect(missing((settings) => settings.text('A', 'x'))).toEqual(rightly('x'))
    expect(missing((settings) => settings.integer('A', { min: 3, max: 5, fallback: 4 }))).toEqual(rightly(4))
    expect(missing((settings) => settings.optionalInteger('A', { min: 3, max: 5 }))).toEqual(
      rightly(undefined),
    )
    expect(missing((settings) => settings.flag('A', true))).toEqual(rightly(true))
    expect(missing((settings) => settings.flag('A', false))).toEqual(rightly(false))
    expect(missing((settings) => settings.oneOf('A', ['x', 'y'], 'y'))).toEqual(rightly('y'))
    expect(missing((settings) => settings.url('A', 'http://a.example/'))).toEqual(rightly('http://a.example'))
    expect(missing((settings) => settings.optionalUrl('A'))).toEqual(rightly(undefined))
    expect(missing((settings) => settings.optionalText('A'))).toEqual(rightly(undefined))
  })

  it('reports a secret that is one character too short, alone or among several', () => {
    const secret = (value: string) => readA(value, (settings) => settings.secret('A', 4))
    expect(secret('abcd')).toEqual({ value: 'abcd', faults: [] })
    expect(secret('abc').faults).toEqual(['must have at least 4 characters'])
    const secrets = (value: string) => readA(value, (settings) => settings.secrets('A', 4))
    expect(secrets('abcd, efgh ,,')).toEqual({ value: ['abcd', 'efgh'], faults: [] })
    for (const value of ['abc', 'abcd,efg', 'efg,abcd', ','])
      expect(secrets(value).faults, value).toEqual(['each must have at least 4 characters'])
  })

  it('reports a secret that is easily guessed, alone or among several', () => {
    const guessed = ['is easily guessed; `openssl rand -base64 32` makes a good one']
    const good = testSecret()
    const secret = (value: string) => readA(value, (settings) => settings.secret('A', 32)).faults
    expect(secret(good)).toEqual([])
    expect(secret('s'.repeat(64))).toEqual(guessed)
    const secrets = (value: string) => readA(value, (settings) => settings.secrets('A', 32)).faults
    expect(secrets(`${good},${testSecret('older')}`)).toEqual([])
    expect(secrets(`${good},${'s'.repeat(32)}`)).toEqual(guessed)
    expect(secrets(`${'0123456789'.repeat(4)},${good}`)).toEqual(guessed)
  })

  it('reports a number outside of its range, with both ends', () => {
    const number = (value: string) => readA(value, (settings) => settings.integer('A', { min: -3, max: 5 }))
    expect(number(' -3 ')).toEqual({ value: -3, faults: [] })
    expect(number('5')).toEqual({ value: 5, faults: [] })
    for (const value of ['6', '-4', '4x', 'x4', '--1', '1 2'])
      expect(number(value), value).toEqual({ value: -3, faults: ['must be a whole number from -3 to 5'] })
    expect(readA('4', (settings) => settings.optionalInteger('A', { min: 3, max: 5 }))).toEqual({
      ...{ value: 4, faults: [] },
    })
  })

  it('reports a flag that is neither true nor false', () => {
    const flag = (value: string) => readA(value, (settings) => settings.flag('A', true))
    expect(flag('true')).toEqual({ value: true, faults: [] })
    expect(flag('false')).toEqual({ value: false, faults: [] })
    expect(flag('yes')).toEqual({ value: false, faults: ['must be true or false'] })
  })

  it('reports a word that is not among the choices', () => {
    const word = (value: string) => readA(value, (settings) => settings.oneOf('A', ['x', 'y'], 'y'))
    expect(word('x')).toEqual({ value: 'x', faults: [] })
    expect(word('z')).toEqual({ value: 'x', faults: ['must be one of x, y'] })
    expect(() => readSettings({}).oneOf('A', [])).toThrow(new TypeError('oneOf needs at least one value'))
  })

  it('reports an address that is relative, has another scheme, a user name or a fragment', () => {
    const url = (value: string) => readA(value, (settings) => settings.url('A'))
    for (const value of ['http://a.example', 'https://a.example/x?y', 'http://a.example//b'])
      expect(url(value), value).toEqual({ value, faults: [] })
    for (const value of ['/a', 'ftp://a.example', 'http://user@a.example', 'http://a.example/#x', 'http://'])
      expect(url(value), value).toEqual({
        ...{ value: 'http://invalid.example', faults: ['must be an absolute http or https address'] },
      })
    expect(readA('http://a.example/', (settings) => settings.optionalUrl('A')).value).toBe('http://a.example')
  })

  it('is printed on one line by an error that says that settings are wrong', () => {
    const settings = readSettings({})
    settings.fault('B', 'is odd')
    settings.text('A')
    const faults = settings.faults()
    expect(faults).toEqual([
      { setting: 'B', message: 'is odd' },
      { setting: 'A', message: 'is required' },
    ])
    const error = new ConfigError(faults)
    expect([error.name, error.message]).toEqual(['ConfigError', 'B: is odd\nA: is required'])
    // An earlier result does not grow.
    settings.fault('C', 'is odd')
    expect(faults).toHaveLength(2)
  })
})

describe('an unknown setting', () => {
  const faultsOf = (env: Readonly<Record<string, string>>) => {
    const settings = readSettings(env)
    settings.text('APP_LOG_LEVEL', 'info')
    settings.optionalText('DATABASE_URL')
    return findFaults(settings).map(({ setting, message }) => `${setting} ${message}`)
  }

  it('is reported as misspelled at a distance of up to four letters within our family, and up to two outside', () => {
    expect(faultsOf({ APP_LOG_LEVEL_ABC: 'x' })).toEqual([
      'APP_LOG_LEVEL_ABC is no setting; is APP_LOG_LEVEL meant?',
    ])
    expect(faultsOf({ APP_LOG_LEVEL_ABCD: 'x' })).toEqual(['APP_LOG_LEVEL_ABCD is no setting'])
    expect(faultsOf({ DATABASE_URLAB: 'x' })).toEqual([
      'DATABASE_URLAB is no setting; is DATABASE_URL meant?',
    ])
    expect(faultsOf({ DATABASE_URLABC: 'x' })).toEqual([])
  })

  it('is not reported if Kubernetes sets it, in all its forms, and is reported if it only resembles those', () => {
    for (const name of [
      ...['APP_SERVICE_HOST', 'APP_SERVICE_PORT', 'APP_SERVICE_PORT_HTTP', 'APP_PORT_3000_TCP'],
      ...['APP_PORT_53_UDP', 'APP_PORT_9_SCTP_ADDR', 'APP_PORT_3000_TCP_PROTO'],
    ])
      expect(faultsOf({ [name]: 'x' }), name).toEqual([])
    for (const name of [
      ...['APP_SERVICE_HOSTS', 'APP_SERVICE_NAME', 'APP_PORT_TCP', 'APP_PORT_3000_ICMP'],
      ...['APP_PORT_3000_TCPX', 'APP_PORT_30X_TCP'],
    ])
      expect(faultsOf({ [name]: 'x' }), name).toHaveLength(1)
  })

  it('is reported once, and not in lower case or outside the family', () => {
    for (const env of [{ APP_log_levl: 'x' }, { DATABASE_URl: 'x' }, { APQ_LOG_LEVEL: 'x' }])
      expect(faultsOf(env), JSON.stringify(env)).toEqual([])
    const settings = readSettings({ APP_LEVEL: 'x' })
    settings.optionalText('APQ_LEVEL')
    expect(findFaults(settings)).toEqual([
      { setting: 'APP_LEVEL', message: 'is no setting; is APQ_LEVEL meant?' },
    ])
  })

  it('is not reported if no family is given', () => {
    const settings = readSettings({ APP_LOG_LEVL: 'x' })
    settings.text('APP_LOG_LEVEL', 'info')
    expect(() => settings.finish()).not.toThrow()
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
