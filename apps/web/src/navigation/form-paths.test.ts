import { expect, it } from 'vitest'
import { formPath, readFormPath } from './paths.ts'

it.each([
  ['customer', null, '/customers/new'],
  ['product', 'abc', '/products/abc/edit'],
  ['customer', 'Q3/=?', '/customers/Q3%2F%3D%3F/edit'],
] as const)('the address of a form leads back to it: %s %s', (form, id, path) => {
  expect(formPath(form, id)).toBe(path)
  expect(readFormPath(path)).toEqual({ form, id })
})

it.each([
  '/',
  '/customers',
  '/customers/abc',
  '/customers/new/edit/more',
  '/customers//edit',
  '/users/new',
  '/customers/%E0/edit',
  '/customers/new/x',
])('no form has the address %s', (path) => expect(readFormPath(path)).toBeUndefined())
