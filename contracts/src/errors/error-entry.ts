export interface ErrorEntry {
  status: number;
  de: string;
  en: string;
}

export const entry = (status: number, de: string, en: string): ErrorEntry => ({ status, de, en });
