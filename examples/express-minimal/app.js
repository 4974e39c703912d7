import express from 'express'
import { counterfoil, harbour } from '@counterfoil/bff'

const { PUBLIC_URL, REDIS_URL, COUNTERFOIL_KEYS, HARBOUR_URL, CLIENT_ID, CLIENT_SECRET } = process.env
const provider = harbour({ url: HARBOUR_URL, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET })
const books = await counterfoil({ publicUrl: PUBLIC_URL, redis: REDIS_URL, keys: COUNTERFOIL_KEYS, provider })
const app = express().use(books.routes, express.static('public'))
app.get('/me', books.connected(), async (req, res) =>
  res.json(await books.query(req, 'query Me { user { defaultEmail } }')),
)
app.listen(new URL(PUBLIC_URL).port)
