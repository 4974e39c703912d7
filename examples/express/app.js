import express from 'express'
import session from 'express-session'
import { counterfoil, harbour } from '@counterfoil/bff'
import { addUser, findUser } from './users.js'

const { PUBLIC_URL, REDIS_URL, COUNTERFOIL_KEYS, SESSION_SECRET } = process.env
const { HARBOUR_URL, CLIENT_ID, CLIENT_SECRET } = process.env
const SCOPES = ['user:read', 'business:read', 'customer:read', 'customer:write']
const CUSTOMERS =
  'query Customers { businesses { edges { node { id name customers { edges { node { name } } } } } } }'
const ADD_CUSTOMER =
  'mutation AddCustomer($input: CustomerCreateInput!) { customerCreate(input: $input) { didSucceed } }'

// 1. The connections of this app's users.
const books = await counterfoil({
  publicUrl: PUBLIC_URL,
  redis: REDIS_URL,
  keys: COUNTERFOIL_KEYS,
  provider: harbour({ url: HARBOUR_URL, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, scopes: SCOPES }),
  person: (req) => req.session.userId,
})

// 2. The app: its session is opened first, and bodies are parsed behind the connections.
const app = express()
const cookie = { sameSite: 'lax', secure: PUBLIC_URL.startsWith('https:') }
app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false, proxy: true, cookie }))
app.use(books.routes)
app.use(books.sameOrigin(), express.urlencoded(), noStore)
app.use(express.static('public'))

// 3. What the app does with a connection.
app.get('/customers', books.connected(), async (req, res) => {
  const [business] = await readBusinesses(req)
  res.json(business.customers.edges.map(({ node }) => node.name))
})
app.post('/customers', books.connected(), async (req, res) => {
  const [{ id }] = await readBusinesses(req)
  await books.query(req, ADD_CUSTOMER, { input: { businessId: id, name: req.body.name } })
  res.redirect(303, '/')
})

// 4. The users of the app.
app.get('/user', (req, res) => res.json({ name: req.session.name ?? null }))
app.post('/sign-up', async (req, res) => signIn(req, res, await addUser(req.body.name, req.body.password)))
app.post('/sign-in', async (req, res) => signIn(req, res, await findUser(req.body.name, req.body.password)))
app.post('/sign-out', (req, res) => req.session.destroy(() => res.redirect(303, '/')))

app.listen(new URL(PUBLIC_URL).port)

async function readBusinesses(req) {
  const { businesses } = await books.query(req, CUSTOMERS)
  return businesses.edges.map(({ node }) => node)
}

function signIn(req, res, userId) {
  if (userId === undefined) return res.redirect(303, '/?refused')
  return req.session.regenerate(() => {
    Object.assign(req.session, { userId, name: req.body.name })
    req.session.save(() => res.redirect(303, '/'))
  })
}

/** Nothing of one user is left in the browser for the next. */
function noStore(_req, res, next) {
  res.setHeader('Cache-Control', 'no-store')
  next()
}
