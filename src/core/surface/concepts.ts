import { stem } from "./stem";

/**
 * Words that people and tool makers use for the same thing, one idea a line, English and Chinese: so
 * "look up" finds `search_...`, and a Chinese query an English tool. General words of tools only (files,
 * web, office, data, maps, finance, development): a domain's own words stand in its tools' descriptions,
 * and words taken from search cases would only fit those cases.
 */
const LINES = `
get fetch retrieve obtain read load access 获取 读取 取得 提取
find search query lookup locate discover seek look 搜索 查询 查找 检索 查 找
list show display view enumerate browse see 列出 列表 显示 查看 展示
create make add new generate build insert append 创建 新建 添加 生成 插入 增加
delete remove erase clear drop 删除 移除 清除
update edit modify modification change set replace alter 更新 修改 编辑 替换 设置
write save store storage record put 写入 保存 存储 记录
convert conversion transform translate turn export 转换 转化 翻译 导出
calculate compute evaluate calculator 计算
analyze analyse analysis analytics examine inspect evaluate assess 分析 评估
check verify verification validate test confirm 检查 验证 校验
compare comparison contrast diff difference 比较 对比
run execute execution start launch invoke 运行 执行 启动
stop kill close terminate end quit shut 停止 关闭 终止
send post submit publish 发送 提交 发布
open navigate visit goto go 打开 访问
draw plot render visualize visualise visualization paint 绘制 画
combine merge join concatenate 合并
split divide separate 拆分 分割
choose select pick 选择
copy duplicate clone 复制
rename move 移动 命名
click press tap 点击
type fill enter input 填写 输入
extract parse scrape crawl 提取 解析 抓取
compress zip archive 压缩
connect link relate relation relationship 连接 关系
download 下载
upload 上传
summarize summarise summary abstract overview 总结 摘要 概要
recommend suggest recommendation suggestion 推荐 建议
plan schedule 计划 安排
book reserve booking reservation 预订
buy purchase order 购买 订单
approve accept 批准
finish complete 完成
remember memory knowledge memorize 记忆 知识 记住
count number amount 数量
describe description explain detail info information details 详情 信息 详细
image picture photo photograph 图片 图像 照片
screenshot capture snapshot 截图
folder directory 目录
file 文件
path route 路径
url link website webpage page site web 网页 网站 链接
browser 浏览
chart graph plot diagram 图表
map 地图
price cost quote rate 价格 报价
stock share equity ticker symbol 股票
market exchange 市场
company firm corporation 公司
currency money exchange 货币
crypto cryptocurrency bitcoin coin token 加密
finance financial 财务 金融
earnings profit income revenue 收益 利润 收入
investor holder shareholder owner 股东
coordinates latitude longitude geocode gps position 坐标 经纬
location place address 地点 位置 地址
nearby near close proximity 附近
area region zone district neighborhood neighbourhood 区域 地区
city town 城市
country nation 国家
weather forecast temperature 天气 预报
train railway rail 火车 列车 铁路
car drive driving vehicle 汽车 驾车
ticket 车票 票
station stop 车站
flight plane airline 航班
hotel accommodation lodging stay 酒店 住宿
restaurant food dining 餐厅
recipe dish cook meal 菜谱 食谱 菜
direction route navigation 路线 导航
slide presentation ppt pptx powerpoint deck 幻灯 演示
document doc docx word 文档
excel spreadsheet worksheet workbook xlsx sheet 表格
table 表格
column field attribute property 列 字段 属性
row record 行
formula expression equation math 公式 表达 数学
statistics stats metric analytics 统计 指标
paragraph text content 文本 内容 段落
markdown md
news headline article story 新闻 资讯 文章
trending trend hot popular top ranking rank 热门 热榜 热搜 排行 排名
video movie film 视频 电影
song music audio track sound 音乐 音频 歌曲
speech voice 语音
transcript subtitle caption 字幕
comment review rating feedback 评论 评分
game match play 游戏 比赛
contest competition tournament 竞赛 赛事
player user person people profile account 用户 玩家
friend contact 联系
current now today latest recent newest 当前 今天 最新
history historical past previous 历史
date day calendar 日期 日历
event meeting appointment 日程 会议
time clock hour timezone 时间 时区
documentation docs doc manual reference 文档
repository repo project codebase 仓库 项目
commit 提交
branch 分支
package library dependency module 包 依赖 库
version release 版本
code source program script 代码 源码 脚本
component widget element 组件
button 按钮
animation animate effect transition 动画 效果
style format theme design layout 样式 格式 布局
container docker 容器
command terminal shell process console 命令 终端 进程
log logs 日志
config configuration settings preference 配置 设置
vulnerability security 漏洞 安全
error bug issue problem 错误 问题
message email mail 邮件 消息
note memo 笔记
task todo job 任务
structure outline tree hierarchy 结构 大纲
node entity vertex 节点 实体
paper publication research literature study 论文 研究
book 书
dataset data database 数据
random 随机
blank empty 空白
size dimension 尺寸 大小
duration length 时长
category type kind class 类别 分类 类型
name title heading 名称 标题
keyword term 关键
language 语言
question 问题
product item goods 商品 产品
icon 图标
color colour 颜色
font 字体
password secret 密码
domain dns 域名
`;

/** Ideas that a word (as `wordsOf` gives it) stands for, each as a token that no text can have. */
export function conceptsOf(word: string): readonly string[] {
  return BY_WORD.get(word) ?? NONE;
}

const NONE: readonly string[] = [];

/** The words of each idea, as they are written. */
export const CONCEPTS: readonly (readonly string[])[] = LINES.trim()
  .split("\n")
  .map((line) => line.split(" "));

const BY_WORD = new Map<string, string[]>();
for (const [index, members] of CONCEPTS.entries()) {
  for (const word of new Set(members.map(stem))) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), `#${index}`]);
}
