import { QueryClientProvider } from '@tanstack/react-query'
import { Watermark } from 'antd'
import enUS from 'antd/es/locale/en_US.js'
import zhCN from 'antd/es/locale/zh_CN.js'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Feature, WhenExpired } from '../../platform/calls/features.ts'
import { keyOf, newQueryClient, useAnswer } from '../../platform/calls/web/call.ts'
import { DocumentPanels } from '../../platform/slices/web/document-panels.tsx'
import { WarehouseZone } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { useNarrow } from '../../platform/ui/web/media.ts'
import { notice } from '../../platform/ui/web/notices.ts'
import { AccessContext, useMay } from '../../platform/ui/web/permission.tsx'
import { keys, read, write } from '../../platform/ui/web/session.ts'
import { ShellContext } from '../../platform/ui/web/shell-context.ts'
import { listenForKeys, useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { ThemeProvider } from '../../platform/ui/web/ThemeProvider.tsx'
import { accessTo } from '../../warehouse/features.ts'
import { topInfo } from '../../warehouse/top-contract.ts'
import { closedBecause, menu, placeAt, visibleMenu } from '../menu.ts'
import { shellText } from '../text.ts'
import { openHelp } from './commands.ts'
import { Renewal } from './Renewal.tsx'
import { tabTitle } from './routes.tsx'
import { SideMenu } from './SideMenu.tsx'
import { SignedInProvider, useSignedIn } from './signed-in.tsx'
import { documentPanels } from './slices.tsx'
import type { Started } from './startup.ts'
import { TabBar } from './TabBar.tsx'
import { TabPages } from './TabPages.tsx'
import { Toasts } from './Toasts.tsx'
import { TopBar } from './TopBar.tsx'
import { TypedAhead } from './TypedAhead.tsx'
import { addressOf, type Tab } from './tabs.ts'
import { useGoKeys } from './use-go-keys.ts'
import { useScanAnywhere } from './use-scan-anywhere.ts'
import { useTabs } from './use-tabs.ts'
import './shell.css'

const Palette = lazyPage(() => import('./Palette.tsx'), 'Palette')
const NarrowMenu = lazyPage(() => import('./NarrowMenu.tsx'), 'NarrowMenu')
const KeySheet = lazyPage(() => import('./ShortcutHelp.tsx'), 'KeySheet')

const loadRightTitles = () => import('../../staff/roles/rights.ts').then(({ titleOfRight }) => titleOfRight)

/** Everything behind the login. */
export function Shell({ started }: { started: Started }) {
  const [client] = useState(() => {
    const made = newQueryClient()
    made.setQueryData(keyOf(topInfo, {}), started.warehouse)
    return made
  })
  return (
    <QueryClientProvider client={client}>
      <ShellLayout started={started} />
    </QueryClientProvider>
  )
}

/** The warehouse data in the top bar is part of the start data and is reloaded once it was changed. */
function ShellLayout({ started }: { started: Started }) {
  const { user } = started
  const { data: warehouse = started.warehouse } = useAnswer(
    topInfo,
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const server = useMemo(() => ({ user, warehouse }), [user, warehouse])
  const access = useMemo(
    () => ({
      userName: user.userName,
      permissions: user.permissions,
      accessTo: (feature: Feature, whenExpired: WhenExpired = 'refused') => {
        const access = accessTo(feature, warehouse.systemVersion)
        // What the server refuses after the usage period, the page does not offer.
        const isOver = warehouse.isExpired && whenExpired === 'refused' && feature !== 'home'
        return access === 'full' && isOver ? 'readonly' : access
      },
      readOnlyBecause: warehouse.isExpired ? shellText.usageOver : webText.readOnly,
      loadRightTitles,
    }),
    [user, warehouse],
  )
  return (
    <SignedInProvider value={server}>
      <AccessContext value={access}>
        <WarehouseZone value={warehouse.timeZone}>
          <ThemeProvider locale={language === 'zh_CN' ? zhCN : enUS}>
            <DocumentPanels value={documentPanels}>
              <Layout />
            </DocumentPanels>
            <Toasts />
            <div className="watermark" aria-hidden>
              {/* Blank lines around it: Chinese characters exceed the line height antd draws them in. */}
              <Watermark content={[' ', user.userName, ' ']} />
            </div>
          </ThemeProvider>
        </WarehouseZone>
      </AccessContext>
    </SignedInProvider>
  )
}

function Layout() {
  const t = useText()
  const may = useMay()
  const { warehouse } = useSignedIn()
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const [isFolded, setFolded] = useState(() => read(keys.menu) === 'folded')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const [overlay, setOverlay] = useState<'palette' | 'sheet'>()
  const [areTasksShown, setTasksShown] = useState(false)
  const typedAhead = useRef('')
  const actions = useMemo(
    () => ({
      openPalette: () => {
        setTasksShown(false)
        typedAhead.current = ''
        setOverlay('palette')
      },
      openTasks: () => setTasksShown(true),
      openHelp,
      isOpen: (path: string) => {
        const entry = placeAt(path.split('?')[0] ?? path)
        return entry !== undefined && !closedBecause(entry, warehouse.systemVersion, may)
      },
    }),
    [may, warehouse.systemVersion],
  )
  const entries = useMenu()

  const titleOf = (tab: Tab) => t(tabTitle(tab.key) ?? shellText.unknownPage)
  const tabs = useTabs((tab) =>
    notice('info', t(shellText.pushedOut, { title: titleOf(tab) }), {
      action: { text: t(shellText.reopen), run: () => navigate(addressOf(tab.place)) },
    }),
  )
  const { front } = tabs.tabs
  useTitle(t(tabTitle(front) ?? shellText.unknownPage))

  useEffect(listenForKeys, [])
  useGoKeys()
  const openDocument = useScanAnywhere()
  useShortcut('palette', () => (overlay === 'palette' ? setOverlay(undefined) : actions.openPalette()))
  useShortcut('sheet', () => setOverlay('sheet'))

  const onMenu = () => {
    if (isNarrow) return setDrawerOpen(true)
    write(keys.menu, isFolded ? 'unfolded' : 'folded')
    setFolded(!isFolded)
  }
  const close = () => setOverlay(undefined)
  const onSheet = () => setOverlay('sheet')

  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {t(shellText.skip)}
      </a>
      <TopBar
        isNarrow={isNarrow}
        isFolded={isFolded}
        onMenu={onMenu}
        onPalette={actions.openPalette}
        onSheet={onSheet}
        areTasksShown={areTasksShown}
        onTasks={setTasksShown}
      />
      <div className="shell-body">
        {isNarrow ? (
          <Suspense>
            <NarrowMenu
              isOpen={isDrawerOpen}
              onClose={() => setDrawerOpen(false)}
              entries={entries}
              front={front}
            />
          </Suspense>
        ) : (
          <nav className={isFolded ? 'side is-folded' : 'side'} aria-label={t(shellText.menu)}>
            <SideMenu entries={entries} front={front} isFolded={isFolded} />
          </nav>
        )}
        <div className="shell-main">
          <Renewal />
          <TabBar
            tabs={tabs.tabs}
            titleOf={titleOf}
            onGo={tabs.go}
            onClose={tabs.close}
            onCloseAll={tabs.closeAll}
          />
          <main id="content" className="tab-pages" tabIndex={-1}>
            <ShellContext value={actions}>
              <TabPages tabs={tabs.tabs} onMove={tabs.move} />
            </ShellContext>
          </main>
        </div>
      </div>
      <Suspense fallback={<TypedAhead into={typedAhead} />}>
        {overlay === 'palette' && (
          <Palette typedAhead={typedAhead} onClose={close} onSheet={onSheet} onOpen={openDocument} />
        )}
      </Suspense>
      <Suspense>{overlay === 'sheet' && <KeySheet onClose={close} />}</Suspense>
    </div>
  )
}

function useMenu() {
  const may = useMay()
  const { warehouse } = useSignedIn()
  return visibleMenu(menu, warehouse.systemVersion, may)
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tallyhouse`
  }, [title])
}
