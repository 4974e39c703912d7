import { expect, it } from 'vitest'
import { once } from './once.ts'

it('reads each key once, also for callers during the read', async () => {
  const read: string[] = []
  const find = once(async (key: string) => {
    read.push(key)
    return key.toUpperCase()
  })
  expect(await Promise.all([find('a'), find('a'), find('b')])).toEqual(['A', 'A', 'B'])
  expect(await find('a')).toBe('A')
  expect(read).toEqual(['a', 'b'])
})
