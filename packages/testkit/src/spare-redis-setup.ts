import { afterAll } from 'vitest'
import { endSpares, keepSpares } from './spare-redis.ts'

// The tests of a file use the same few servers, one after another. Nothing of them outlives the file.
keepSpares()
afterAll(endSpares)
