// The identity provider's discovery document and signing keys (OpenID Connect Discovery 1.0). Its address comes from the
// configuration and is often private, so `security/safe-fetch` does not apply; time and size are bounded here as well.

import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { withoutTrailingSlashes } from '../../text/trim-end.ts'

export type ProviderOptions = {
  /** Must equal `iss` of every token exactly. */
  issuer: string
  /** The address of the discovery document; null: derived from the issuer. */
  discoveryUrl: string | null
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

export type Provider = {
  /** The address of the keys. Rejects when the provider is unreachable or names another issuer. */
  discover(signal?: AbortSignal): Promise<string>
  /** The signing keys. Rejects like `discover`. */
  fetchKeys(): Promise<JSONWebKeySet>
}

const WELL_KNOWN = '/.well-known/openid-configuration'
const TIMEOUT_MS = 3_000
const MAX_BYTES = 1_048_576

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

export function createProvider({ issuer, discoveryUrl, fetch }: ProviderOptions): Provider {
  const configured = discoveryUrl ?? issuer
  const address = configured.includes('/.well-known/')
    ? configured
    : `${withoutTrailingSlashes(configured)}${WELL_KNOWN}`

  async function fetchJson(url: string, signal?: AbortSignal): Promise<unknown> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      // Only the configuration decides which host serves the keys.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`The identity provider responded with status ${response.status} at ${url}`)
    }
    return JSON.parse(await readText(response))
  }

  async function discover(signal?: AbortSignal): Promise<string> {
    const document = discoverySchema.parse(await fetchJson(address, signal))
    if (document.issuer !== issuer) {
      throw new Error(`The provider at ${address} names the issuer ${document.issuer}, expected ${issuer}`)
    }
    return resolveKeysUrl(document.jwks_uri)
  }

  // Behind a proxy a provider publishes its public address for the keys too. When discovery is fetched from another
  // origin, that public address is usually unreachable from here. Other providers publish the address of the request:
  // keys on the very origin that OIDC_DISCOVERY_URL names are as trustworthy as the discovery document itself.
  function resolveKeysUrl(published: string) {
    const keys = new URL(published)
    if (discoveryUrl !== null && keys.origin === new URL(address).origin) return published
    const isPublicAddress = discoveryUrl !== null && keys.origin === new URL(issuer).origin
    if (isPublicAddress) return new URL(`${keys.pathname}${keys.search}`, address).href
    if (issuer.startsWith('https:') && keys.protocol !== 'https:') {
      throw new Error(`The provider's keys at ${published} are not served over https`)
    }
    return published
  }

  return {
    discover,
    fetchKeys: async () => keySetSchema.parse(await fetchJson(await discover())) as JSONWebKeySet,
  }
}

async function readText(response: Response) {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error(`The identity provider sent more than ${MAX_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
