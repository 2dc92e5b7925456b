// The package has no types.
declare module 'oidc-provider' {
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): import('node:http').RequestListener
    on(event: string, listener: (...args: any[]) => void): void
    registerGrantType(name: string, handler: (ctx: any) => Promise<void>, parameters: string[]): void
    AccessToken: new (
      properties: Record<string, unknown>,
    ) => any
    ResourceServer: new (
      identifier: string,
      info: Record<string, unknown>,
    ) => unknown
  }
}
