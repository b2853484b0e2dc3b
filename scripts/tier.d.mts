export declare const runs: (least: 'short' | 'all' | 'long') => boolean;
export declare const laterFiles: readonly string[];
