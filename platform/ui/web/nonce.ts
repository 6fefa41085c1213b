/** What the server wrote into this page so that antd's style sheets pass its policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined
