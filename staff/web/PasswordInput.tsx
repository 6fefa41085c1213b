// Not from 'antd': its Input also bundles the search box, the text area and the code fields.
import Input, { type InputProps, type InputRef } from 'antd/es/input/Input.js'
import { type Ref, useState } from 'react'
import { useText } from '../../platform/text/web/language.tsx'
import { loginText } from '../login/login-text.ts'

type Props = Omit<InputProps, 'type' | 'suffix'> & { ref?: Ref<InputRef> }

/** A password input that can be revealed. */
export function PasswordInput(props: Props) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <Input
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      {...props}
      type={isShown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className="text-button"
          aria-label={t(loginText.showPassword)}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? loginText.hide : loginText.show)}
        </button>
      }
    />
  )
}
