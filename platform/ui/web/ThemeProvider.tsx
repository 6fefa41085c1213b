import { ConfigProvider, theme } from 'antd'
import type { Locale } from 'antd/es/locale/index.js'
import type { ReactNode } from 'react'
import { nonce } from './nonce.ts'
import { useTheme } from './theme.ts'

/** A contrast of at least 4.5:1 in both themes, which antd's own blue and greys miss. */
const light = {
  colorPrimary: '#0b57b8',
  colorInfo: '#0b57b8',
  colorSuccess: '#2b7a0b',
  colorSuccessBg: '#f0f9ea',
  colorSuccessBorder: '#b4dba0',
  colorWarning: '#8f5600',
  colorWarningBg: '#fff8e6',
  colorWarningBorder: '#ecd08f',
  colorError: '#c0261c',
  colorErrorHover: '#a81f16',
  colorErrorBg: '#fdf1f0',
  colorErrorBorder: '#f0b8b3',
  colorTextDescription: '#5c6570',
  colorTextTertiary: '#5c6570',
  colorTextPlaceholder: '#6b7480',
}
const dark = {
  colorPrimary: '#8fbcf7',
  colorInfo: '#8fbcf7',
  colorError: '#ffa8a0',
  colorTextDescription: '#a3abb5',
  colorTextTertiary: '#a3abb5',
  colorTextPlaceholder: '#8d96a0',
}
const menu = { itemHeight: 34, itemMarginBlock: 2, subMenuItemBg: 'transparent' }

/** On the bright blue and red of the dark theme only dark text is readable. */
const darkButton = { primaryColor: '#0b1016', dangerColor: '#0b1016' }
const darkMenu = { ...menu, itemSelectedBg: '#22303f', itemSelectedColor: '#a9cdfa' }

/** antd in the product's colours, with the page's CSP nonce. */
export function ThemeProvider({ locale, children }: { locale?: Locale; children: ReactNode }) {
  const isDark = useTheme() === 'dark'
  return (
    <ConfigProvider
      {...(nonce && { csp: { nonce } })}
      {...(locale && { locale })}
      button={{ autoInsertSpace: false }}
      // antd’s circle around a clicked button ignores the token below.
      wave={{ disabled: prefersStill() }}
      theme={{
        algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: { ...(isDark ? dark : light), borderRadius: 4, fontSize: 14, motion: !prefersStill() },
        components: isDark ? { Menu: darkMenu, Button: darkButton } : { Menu: menu },
      }}
    >
      {children}
    </ConfigProvider>
  )
}

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
