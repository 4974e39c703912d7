import { describe, expect, it } from 'vitest'
import { PrintingError } from '#books/printing/pdf-printer.ts'
import { CallerError } from '#caller/caller-error.ts'
import { classifyError, findOutage } from './errors.ts'

const failure = (code: string | undefined, message = 'x') =>
  Object.assign(new Error(message), code === undefined ? {} : { code })

describe(classifyError, () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '08006', '53300'])(
    'recognises an unavailable database by %s',
    (code) => {
      expect(classifyError(failure(code))).toBe('database-unavailable')
    },
  )

  it('recognises it by the messages of the driver', () => {
    expect(classifyError(failure(undefined, 'Connection terminated unexpectedly'))).toBe(
      'database-unavailable',
    )
    expect(classifyError(failure(undefined, 'timeout exceeded when trying to connect'))).toBe(
      'database-unavailable',
    )
  })

  it('treats a full printer as busy, and a failed one as a bug', () => {
    expect(classifyError(failure('53100'))).toBe('disk-full')
    expect(classifyError(new PrintingError('PRINTER_BUSY'))).toBe('printer-busy')
    expect(classifyError(new PrintingError('PRINTER_TIMEOUT'))).toBe('printer-busy')
    expect(classifyError(new PrintingError('PRINTER_FAILED'))).toBe('internal-error')
  })

  it('treats a business with too many writers as busy, not as an outage', () => {
    const error = new CallerError('RATE_LIMITED', 'x')
    expect(classifyError(error)).toBe('busy')
    expect(findOutage(error)).toBeUndefined()
  })

  it('treats every other error as our bug', () => {
    for (const error of [failure('23505'), failure('42601'), new TypeError('x'), 'text', undefined, null]) {
      expect(classifyError(error)).toBe('internal-error')
    }
  })
})
