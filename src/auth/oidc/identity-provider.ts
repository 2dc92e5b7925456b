// What the identity provider says of itself: its discovery document and its keys (OpenID Connect Discovery 1.0). The
// operator names it, and it often lives on a private address, so the rules for addresses that strangers name
// (`security/safe-fetch`) do not fit; time and size are bounded all the same.
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'

export type ProviderOptions = {
  /** `iss` of every token, to the letter. */
  issuer: string
  /** Where discovery is fetched; null: where the issuer says that it is. */
  discoveryUrl: string | null
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

export type Provider = {
  /** Where the keys are; rejects when the provider is away or is not the one that was meant. */
  discover(signal?: AbortSignal): Promise<string>
  /** Its keys; rejects likewise. */
  fetchKeys(): Promise<JSONWebKeySet>
}

const WELL_KNOWN = '/.well-known/openid-configuration'
const DEADLINE_MS = 3_000
const MAX_BYTES = 1_048_576

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

export function createProvider({ issuer, discoveryUrl, fetch }: ProviderOptions): Provider {
  const url = discoveryUrl ?? issuer
  const address = url.includes('/.well-known/') ? url : `${url.replace(/\/+$/, '')}${WELL_KNOWN}`

  async function read(url: string, signal?: AbortSignal): Promise<unknown> {
    const deadline = AbortSignal.timeout(DEADLINE_MS)
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      // Who answers for the keys is decided by the configuration alone.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new Error(`the identity provider answered ${response.status} at ${url}`)
    }
    return JSON.parse(await textOf(response))
  }

  async function discover(signal?: AbortSignal): Promise<string> {
    const found = discovery.parse(await read(address, signal))
    if (found.issuer !== issuer) {
      throw new Error(`the provider at ${address} is the issuer ${found.issuer}, not ${issuer}`)
    }
    return keysAddress(found.jwks_uri)
  }

  // Behind a proxy a provider names public addresses for everything, its keys included; who fetches discovery at
  // another origin than the issuer's can rarely reach those.
  function keysAddress(published: string) {
    const keys = new URL(published)
    const isMoved = discoveryUrl !== null && keys.origin === new URL(issuer).origin
    if (isMoved) return new URL(`${keys.pathname}${keys.search}`, address).href
    if (issuer.startsWith('https:') && keys.protocol !== 'https:') {
      throw new Error(`the provider's keys at ${published} would come unencrypted`)
    }
    return published
  }

  return {
    discover,
    fetchKeys: async () => keySet.parse(await read(await discover())) as JSONWebKeySet,
  }
}

async function textOf(response: Response) {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw new Error(`the identity provider sent more than ${MAX_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
