import {
  DownOutlined,
  GlobalOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
  UserOutlined,
  WarningFilled,
} from '@ant-design/icons'
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd'
import { Link, useLocation, useNavigate } from 'react-router'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { switchSounds, useSoundsOn } from '../../platform/scanning/web/sounds.ts'
import { zoneLabel, zones } from '../../platform/text/time-zones.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { languageNames, useLanguage, useText } from '../../platform/text/web/language.tsx'
import { shown } from '../../platform/ui/web/keys.ts'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { zone } from '../../platform/ui/web/session.ts'
import { isMac, switchShortcuts, useShortcutsOn } from '../../platform/ui/web/shortcuts.ts'
import { chooseTheme, themeChoices, useThemeChoice } from '../../platform/ui/web/theme.ts'
import { queryLogo } from '../../warehouse/top-contract.ts'
import { checkBooks, homeFigures } from '../contract.ts'
import { homeText } from '../page-text.ts'
import { shellText } from '../text.ts'
import { changeZone, logOut, openHelp } from './commands.ts'
import { LeadCalls } from './LeadCalls.tsx'
import { useSignedIn } from './signed-in.tsx'
import { JobTray } from './TaskTray.tsx'

type Props = {
  isNarrow: boolean
  isFolded: boolean
  onMenu: () => void
  onPalette: () => void
  onSheet: () => void
  areTasksShown: boolean
  onTasks: (areShown: boolean) => void
}

/** The top bar: warehouse, units, time zone and user. */
export function TopBar(props: Props) {
  const { isNarrow, isFolded, onMenu, onPalette, onSheet, areTasksShown, onTasks } = props
  const t = useText()
  const { pathname } = useLocation()
  const { language, change } = useLanguage()
  const other = language === 'zh_CN' ? 'en_US' : 'zh_CN'
  const menuText = isNarrow ? shellText.openMenu : isFolded ? shellText.unfoldMenu : shellText.foldMenu
  const MenuMark = isNarrow ? MenuOutlined : isFolded ? MenuUnfoldOutlined : MenuFoldOutlined
  const paletteKeys = shown('palette', isMac()).join(' ')

  return (
    <header className="top-bar">
      <Button
        type="text"
        size="small"
        icon={<MenuMark className="bar-icon" />}
        aria-label={t(menuText)}
        aria-expanded={isNarrow ? undefined : !isFolded}
        onClick={onMenu}
      />
      <Link to="/" className="brand" aria-label={t(shellText.product)}>
        <CompanyLogo />
        <span>{t(shellText.product)}</span>
      </Link>
      {!isNarrow && <WarehouseLine />}
      <div className="bar-right">
        <Button size="small" className="palette-button" onClick={onPalette} icon={<SearchOutlined />}>
          <span className="palette-words">{t(shellText.search)}</span>
          <kbd className="palette-words">{paletteKeys}</kbd>
          <span className="only-read-aloud">{t(shellText.palette)}</span>
        </Button>
        <LeadCalls />
        <BooksAlarm />
        <JobTray isShown={areTasksShown} onShow={onTasks} />
        {!isNarrow && <ZoneSelect />}
        <Tooltip title={t(shellText.help)}>
          <Button
            type="text"
            size="small"
            icon={<QuestionCircleOutlined className="bar-icon" />}
            aria-label={t(shellText.help)}
            onClick={() => openHelp(pathname)}
          />
        </Tooltip>
        <Tooltip title={t(shellText.language)}>
          <Button
            type="text"
            size="small"
            lang={other.replace('_', '-')}
            icon={<GlobalOutlined />}
            aria-label={`${t(shellText.language)}: ${languageNames[other]}`}
            onClick={() => change(other)}
          >
            {isNarrow ? undefined : languageNames[other]}
          </Button>
        </Tooltip>
        <UserMenu isNarrow={isNarrow} onSheet={onSheet} />
      </div>
    </header>
  )
}

/** A red mark for users responsible for the ledgers, while a ledger check fails. */
function BooksAlarm() {
  const t = useText()
  const may = useMay()(checkBooks.permission)
  const { data } = useAnswer(homeFigures, {}, { enabled: may, every: 300_000 })
  const count = data?.books?.hits ?? 0
  if (!may || count === 0) return null
  const words = t(homeText.booksAlarm, { count })
  return (
    <Tooltip title={words}>
      <Link to="/" className="books-alarm" aria-label={words}>
        <WarningFilled className="bar-icon" /> {count}
      </Link>
    </Tooltip>
  )
}

/** Warehouse, currency and unit; in the bar on a wide screen, above the menu on a narrow one. */
export function WarehouseLine() {
  const t = useText()
  const { warehouse } = useSignedIn()
  const unit = useDictionary(warehouse.unitDict)
  return (
    <div className="warehouse-line">
      <span className="warehouse-name">
        <span className="only-read-aloud">{t(shellText.warehouse)} </span>
        {warehouse.warehouseCode} · <Link to="/setting/warehouse">{warehouse.warehouseName}</Link>
      </span>
      <Tooltip title={t(shellText.currency)}>
        <span className="bar-fact">{warehouse.currencyCode ?? t(shellText.notSet)}</span>
      </Tooltip>
      <Tooltip title={t(shellText.unit)}>
        <span className="bar-fact">
          {warehouse.unit === null ? t(shellText.notSet) : unit.textOf(warehouse.unit)}
        </span>
      </Tooltip>
    </div>
  )
}

export function ZoneSelect() {
  const t = useText()
  const { language } = useLanguage()
  const now = new Date()
  return (
    // The native select: light, and it works well on a handheld.
    <select
      className="zone-select"
      aria-label={t(shellText.timeZone)}
      title={t(shellText.timeZone)}
      value={zone() ?? ''}
      onChange={(event) => changeZone(event.target.value)}
    >
      {!zone() && <option value="">{t(shellText.timeZone)}</option>}
      {zones.map((zone) => (
        <option key={zone.id} value={zone.id}>
          {zoneLabel(zone, now, language)}
        </option>
      ))}
    </select>
  )
}

function CompanyLogo() {
  const { user } = useSignedIn()
  const { data } = useAnswer(queryLogo, { name: user.loginUrlName })
  return <img src={data?.companyLogo ?? '/logos/company.svg'} alt="" height={26} />
}

const themeText = {
  system: shellText.themeSystem,
  light: shellText.themeLight,
  dark: shellText.themeDark,
} as const

function UserMenu({ isNarrow, onSheet }: { isNarrow: boolean; onSheet: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const { user } = useSignedIn()
  const theme = useThemeChoice()
  const areKeysOn = useShortcutsOn()
  const areSoundsOn = useSoundsOn()

  const items: MenuProps['items'] = [
    { key: 'person', label: t(shellText.personInfo), onClick: () => navigate('/personInfo') },
    {
      key: 'theme',
      label: t(shellText.theme),
      children: themeChoices.map((choice) => ({
        key: choice,
        label: `${choice === theme ? '✓ ' : ''}${t(themeText[choice])}`,
        onClick: () => chooseTheme(choice),
      })),
    },
    {
      key: 'sounds',
      label: t(areSoundsOn ? shellText.soundsOff : shellText.soundsOn),
      onClick: () => switchSounds(!areSoundsOn),
    },
    {
      key: 'keys',
      label: t(shellText.keys),
      children: [
        { key: 'sheet', label: t(shellText.keySheet), onClick: onSheet },
        {
          key: 'switch',
          label: t(areKeysOn ? shellText.singleKeysOff : shellText.singleKeysOn),
          onClick: () => switchShortcuts(!areKeysOn),
        },
      ],
    },
    { type: 'divider' },
    { key: 'out', label: t(shellText.logOut), onClick: () => void logOut() },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button
        type="text"
        size="small"
        icon={<UserOutlined />}
        aria-label={t(shellText.me, { account: user.loginAccount })}
      >
        {!isNarrow && (
          <>
            {user.loginAccount} <DownOutlined className="caret" />
          </>
        )}
      </Button>
    </Dropdown>
  )
}
