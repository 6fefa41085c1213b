/** The nonce the server wrote into this page for antd's style sheets. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined
