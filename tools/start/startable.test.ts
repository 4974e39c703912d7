import { startChild } from '@counterfoil/testkit/child'
import { describe, expect, it } from 'vitest'
import { BASE_PROGRAMS, findBaseProgram, startable } from './startable.ts'
import { program } from '../step.ts'

describe('a program that is started by its name alone', () => {
  it.each(BASE_PROGRAMS)('is on this system: %s', (name) => {
    expect(startable(name)).toBe(findBaseProgram(name))
    expect(startable(name)).toMatch(/^(\/usr)?\/bin\//)
  })

  it('is refused if only some machines have it', async () => {
    expect(() => startable('redis-cli')).toThrow('"redis-cli" is not on every machine')
    expect(() => startChild('nginx', [])).toThrow('"nginx" is not on every machine')
    await expect(program('pg_dump', [])).rejects.toThrow('"pg_dump" is not on every machine')
  })

  it('is started where its path is given', () => {
    expect(startable('/opt/nginx')).toBe('/opt/nginx')
  })
})
