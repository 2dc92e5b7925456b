// Stands in for Casdoor: an OpenID provider with its discovery document, keys and health route.
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const provider = new Provider(process.env.origin ?? 'http://localhost:8000')
provider.proxy = true
const answer = provider.callback()
createServer((request, response) => {
  if (request.url === '/api/health') response.end('{"status":"ok"}')
  else answer(request, response)
}).listen(8000)
