import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPageHeaders, formActionSource } from './page-headers.ts'

const hashes = { styleHash: 'sha256-s', scriptHash: 'sha256-p' }

describe(buildPageHeaders, () => {
  it('allow only our own style, script, images and forms', () => {
    expect(buildPageHeaders(hashes)['Content-Security-Policy']).toBe(
      "default-src 'none'; style-src 'sha256-s'; script-src 'sha256-p'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
  })

  it('name the application in form-action if a form may redirect to it, and in no other directive', () => {
    const policy = buildPageHeaders({ ...hashes, formRedirectOrigin: 'https://app.example' })[
      'Content-Security-Policy'
    ]
    expect(policy).toContain("form-action 'self' https://app.example;")
    expect(policy?.match(/app\.example/g)).toHaveLength(1)
  })

  it('set no-store, frame options and a referrer policy without breaking the Origin header', () => {
    const headers = buildPageHeaders(hashes)
    expect(headers['Cache-Control']).toBe('no-store')
    expect(headers['Referrer-Policy']).toBe('same-origin')
    expect(headers['X-Content-Type-Options']).toBe('nosniff')
    expect(headers['X-Frame-Options']).toBe('DENY')
  })
})

describe(formActionSource, () => {
  it('returns the origin with its port, without path and query', () => {
    expect(formActionSource('http://127.0.0.1:3000/callback?x=1')).toBe('http://127.0.0.1:3000')
    expect(formActionSource('https://app.example/a/b')).toBe('https://app.example')
    expect(formActionSource('com.example.app:/cb')).toBe('com.example.app:')
  })

  it('never returns a character that could end the directive', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), (address) => {
        expect(formActionSource(address) ?? '').not.toMatch(/[\s;,'"]/)
      }),
    )
  })
})
