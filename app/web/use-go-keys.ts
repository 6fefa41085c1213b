import { useNavigate } from 'react-router'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'

/** `g` and a letter open the most used pages. */
export function useGoKeys(): void {
  const navigate = useNavigate()
  useShortcut('goHome', () => navigate('/'))
  useShortcut('goInbound', () => navigate('/inbound/list'))
  useShortcut('goOrders', () => navigate('/order/list'))
  useShortcut('goStock', () => navigate('/query/stock'))
  useShortcut('goCustomers', () => navigate('/query/customer'))
  useShortcut('goFees', () => navigate('/query/cost'))
  useShortcut('goQuotes', () => navigate('/setting/quote'))
}
